/**
 * The glossary contains words that outside readers do not understand, or that have a standard name in the field.
 * `glossary.test.ts` searches comments, documents, texts of the staff console and names in code for these words.
 */
export interface Term {
  /** Standard word to write instead of the glossary word. */
  write: string;
  /** Pattern of the glossary word in comments, documents and texts of the console. */
  prose?: RegExp;
  /**
   * Consecutive words of an identifier or a file name, in lower case. For example, `letter` is part of `sendLetter` and of
   * `letterIds`.
   */
  names?: readonly string[];
  /** Paths of files in which the glossary word has its usual meaning. */
  except?: RegExp;
}

export const GLOSSARY: readonly Term[] = [
  {
    write: 'email (for type on the screen: web font)',
    prose:
      /\bletters?\b(?!,? (?:(?:and|or) )?(?:digits?|numbers?))(?<!(?:capital|first|Latin|Cyrillic|of) letters?)/i,
    names: ['letter', 'letters'],
    except: /plurals|internationalDomain|confusable/,
  },
  {
    write: 'prerendered page',
    prose: /\bfinished (?:pages?|HTML|views?)\b/i,
    names: ['finished page', 'finished paths', 'finished view'],
  },
  {
    write: 'skeleton (on the screen) or fake (in tests)',
    prose: /\bstand-ins?\b|\bstands? in for\b/i,
    names: ['stand in'],
  },
  { write: 'pending', prose: /\bon (?:its|their|his|her) way\b/i, names: ['on its way'] },
  {
    write: 'prefetch',
    prose: /\bask(?:s|ed|ing)? ahead\b|\bfetched ahead\b/i,
    names: ['ask ahead', 'asks ahead'],
  },
  {
    write: 'scroll position, scroll restoration',
    prose: /\bplaces? of (?:a|the) reader\b/i,
    names: ['scroll places'],
  },
  { write: 'ledger event', prose: /(?<!in )\bfacts?\b/i, names: ['fact', 'facts'] },
  { write: 'reported, received', prose: /\bhear(?:s|d)?\b/i, names: ['hear', 'heard'] },
  {
    write: 'report, return, notify, or name the actor',
    prose: /\btell(?:s|ing)?\b|\btold\b/i,
    names: ['tell', 'tells', 'told'],
  },
  { write: 'payment issue', prose: /\bmoney to explain\b/i, names: ['money to explain', 'money question'] },
  { write: 'ignored', prose: /\bpass(?:ed|es) over\b/i, names: ['passed over'] },
  { write: 'permanently failed', prose: /\bg(?:iven|ave) up\b/i, names: ['given up'] },
  { write: 'recurring payment', prose: /\brecurrences?\b/i, names: ['recurrence', 'recurrences'] },
  {
    write: 'rejected',
    prose: /\brefus(?:e[ds]?|al|als|ing)\b(?<!connections? (?:is |was |are )?refused)/i,
    names: ['refuse', 'refused', 'refusal'],
  },
  { write: 'encrypted', prose: /\bseal(?:ed|s)?\b/i, names: ['seal', 'sealed'] },
  { write: 'verified', prose: /\bprov(?:ed|es)\b/i, names: ['proved'] },
  { write: 'valid for', prose: /\bgood for\b/i },
  {
    write: 'name the actor (the customer, the caller, no caller)',
    prose: /\b(?:nobody|somebody|whoever|everybody)\b/i,
  },
  { write: 'the provider’s dashboard', prose: /\b(?:the|provider's|an) office\b/i, names: ['office'] },
  { write: 'hydrates (React) or replaces', prose: /\btakes? over\b|\btook over\b/i },
  {
    write: 'render',
    prose: /\bdraw(?:n|s|ing)?\b(?! (?:on|from))/i,
    names: ['drawn'],
    except: /NightSky|Plot|prose/,
  },
  {
    write: 'is, appears, contains',
    prose: /\bstands? (?:beside|under|above|in|on|for|before|behind|between|over|there|still)\b/i,
  },
  { write: 'module, layer', prose: /\brooms?\b|\bhouses?\b/i, names: ['room', 'rooms'] },
  { write: 'simulation, scenario', prose: /\btowns?\b|\bhouseholds?\b/i, names: ['town', 'household'] },
  {
    write: 'fake',
    prose: /\bpeers?\b/i,
    names: ['card peer', 'vpn peer'],
    except: /clientAddress|layers|README|docs\/decisions|listen/,
  },
  { write: 'unresponsive', prose: /\bsilent\b/i },
  { write: 'unavailable', prose: /\b(?:is|are|was|were|be|been) away\b/i },
  { write: 'fix', prose: /\bmend(?:s|ed|ing)?\b/i, names: ['mend', 'mended'] },
  { write: 'corrupt, modified', prose: /\bspoil(?:s|ed|t)?\b/i, names: ['spoilt'] },
  { write: 'results in, evaluates to', prose: /\bcom(?:es|e|ing) to the same\b|\bcame to\b/i },
  { write: 'outcome, delivery result', prose: /\bwhat bec(?:ame|omes) of\b/i },
  { write: 'reported late', prose: /\bof late\b/i },
  { write: 'analytics', names: ['read numbers', 'staff numbers', 'numbers of day'] },
  { write: 'account recovery', prose: /\brescues?\b/i, names: ['rescue'] },
];
