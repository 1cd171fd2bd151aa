/** Texts of `/connect` and of `/s/<token>`, where a device is connected with a third-party VPN app. */
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { formatCount, PLACES } from '../../shared/plurals';
import type { AppStore, ConnectSystem } from '../../shared/vpnApps';

const SYSTEMS: Readonly<Record<ConnectSystem, string>> = {
  ios: 'iPhone и\u00a0iPad',
  android: 'Android',
  windows: 'Windows',
  macos: 'Mac',
  linux: 'Linux',
  tv: 'Android\u00a0TV',
};

const OPEN_LINK_ON: Readonly<Record<ConnectSystem, string>> = {
  ios: 'Открой ссылку на\u00a0iPhone или\u00a0iPad',
  android: 'Открой ссылку на\u00a0устройстве с\u00a0Android',
  windows: 'Открой ссылку на\u00a0компьютере с\u00a0Windows',
  macos: 'Открой ссылку на\u00a0Mac',
  linux: 'Открой ссылку на\u00a0компьютере с\u00a0Linux',
  tv: 'Открой ссылку на\u00a0телевизоре',
};

const STORES: Readonly<Record<AppStore['kind'], string>> = {
  appStoreRu: 'App\u00a0Store в\u00a0России',
  appStore: 'App\u00a0Store',
  googlePlay: 'Google\u00a0Play',
  download: 'Скачать',
};

/** Apps that are known without being offered. */
const ALSO_RECOGNIZED = ['v2rayNG', 'Streisand', 'Shadowrocket', 'Karing', 'FlClash X'];

export const buildConnectTexts = (terms: OfferTerms) =>
  ({
    title: 'Подключить устройство',
    loading: 'Готовим ссылку',
    used: (used: number) => `Занято ${String(used)}\u00a0из\u00a0${String(terms.maxDevices)}.`,
    oneLink:
      'Одна ссылка подключает одно устройство. Не\u00a0отправляй её всем подряд: место займёт тот, кто первым откроет её в\u00a0приложении.',
    check: {
      title: 'Проверить подключение',
      before: 'Всё сделано, но\u00a0не\u00a0работает?',
      link: 'Проверь подключение',
    },
    systemLegend: 'Что подключаем',
    systems: SYSTEMS,
    appLegend: 'Приложение',
    otherApps: 'Выбрать другое приложение',
    stepsLabel: 'Три шага',
    install: {
      title: (app: string) => `Установи ${app}`,
      stores: STORES,
      /** Label of the link to the App Store of other countries, next to the link to the Russian App Store. */
      otherAppStore: 'App\u00a0Store других стран',
      tv: 'Нужен телевизор или приставка на\u00a0Android\u00a0TV (Google\u00a0TV). В\u00a0телевизоры Samsung и\u00a0LG это приложение не\u00a0установить.',
    },
    add: {
      title: (app: string) => `Добавь подписку в\u00a0${app}`,
      button: (app: string) => `Добавить в\u00a0${app}`,
      note: 'Не открылось? Скопируй ссылку и\u00a0вставь её в\u00a0приложении: там есть «добавить из\u00a0буфера».',
      /** Note for an app without a deep link. */
      byHand: (app: string) =>
        `Скопируй ссылку и\u00a0вставь её в\u00a0${app}: там есть «добавить из\u00a0буфера».`,
      /** `names` are the apps that the page offers. The other apps are in `VPN_CLIENTS`. */
      recognized: (names: readonly string[]) =>
        `Ссылка работает в\u00a0${[...new Set([...names, ...ALSO_RECOGNIZED])].join(', ').replace('FlClash X', 'FlClash\u00a0X')} и\u00a0в\u00a0приложениях, которые передают HWID.`,
      tv: 'Скопируй ссылку и\u00a0добавь её в\u00a0приложении на телевизоре.',
      /** Texts for VPN apps whose website transfers the device link to the television. */
      sendToTv: {
        code: (app: string) =>
          `Открой ${app} на телевизоре и\u00a0выбери Web\u00a0Import: на экране появятся код и\u00a0QR-код.`,
        site: (host: string) =>
          `Скопируй ссылку, открой ${host} (или наведи камеру телефона на QR-код), введи код с\u00a0телевизора, вставь ссылку и\u00a0отправь.`,
        button: (host: string) => `Открыть ${host}`,
        /**
         * Texts for a page that is opened on the television itself. In this case, the customer scans the device link
         * with a phone and sends it to the television.
         */
        fromPhone: {
          link: 'Наведи камеру телефона на\u00a0этот QR-код и\u00a0скопируй ссылку.',
          qrLabel: 'QR-код ссылки для\u00a0телевизора',
          site: (host: string) =>
            `Открой на телефоне ${host} (или наведи камеру на QR-код в\u00a0приложении), введи код с\u00a0телевизора, вставь ссылку и\u00a0отправь.`,
        },
      },
    },
    turnOn: {
      title: 'Включи VPN',
      text: (app: string) =>
        `Нажми большую кнопку в\u00a0${app}. В\u00a0первый раз система спросит разрешение.`,
    },
    copy: 'Скопировать ссылку',
    copied: 'Ссылка скопирована',
    copyFailed: 'Скопировать не получилось. Вот ссылка: ',
    secret:
      'Ссылка личная. Отправляй её только тому, кому подключаешь VPN: кто первым откроет её в\u00a0приложении, займёт одно из твоих мест.',
    byCamera: {
      title: 'Наведи камеру телефона',
      text: 'На нём откроются три шага, входить в\u00a0аккаунт там не нужно.',
      qrLabel: 'QR-код ссылки для телефона',
      show: 'Показать QR-код для другого телефона',
      hide: 'Подключить это устройство',
    },
    elsewhere: {
      titles: OPEN_LINK_ON,
      text: 'Скопируй её, перешли себе и\u00a0открой там в\u00a0браузере: покажем три шага.',
    },
    waiting: 'Ждём приложение: как только оно откроет ссылку, здесь появится имя устройства.',
    preparing: (name: string) => `${name}: приложение на связи, готовим доступ. Обычно хватает минуты.`,
    rejected: (name: string) =>
      `${name}: приложение на связи, но доступ не открылся. Мы уже знаем и\u00a0чиним. Если ждёшь дольше часа, напиши в\u00a0поддержку.`,
    connected: {
      title: (name: string) => `Подключено: ${name}`,
      nameless: 'Устройство подключено',
      text: 'Осталось включить VPN в\u00a0приложении.',
      toProfile: 'В личный кабинет',
      another: 'Подключить ещё одно',
    },
    full: {
      title: `Все ${formatCount(terms.maxDevices, PLACES)} заняты`,
      text: 'Открепи устройство, которым больше не пользуешься, и\u00a0шаги появятся здесь.',
    },
    accessEnded: {
      title: 'Доступ закончился',
      text: 'Чтобы подключить устройство, продли подписку.',
      renew: 'Продлить подписку',
    },
    failed: {
      title: 'Получить ссылку не удалось',
      text: 'Проверь интернет и\u00a0попробуй ещё раз.',
    },
    appsFailed: {
      title: 'Получить список приложений не удалось',
      text: 'Проверь интернет и\u00a0попробуй ещё раз. Если приложение уже установлено, скопируй ссылку и\u00a0вставь её в\u00a0нём.',
    },
    page: {
      title: 'Подключить это устройство',
      loading: 'Проверяем ссылку',
      lead: 'Три шага, и\u00a0VPN работает. Ссылка личная: она подключает одно устройство.',
      failed: {
        title: 'Проверить ссылку не удалось',
        text: 'Проверь интернет и\u00a0попробуй ещё раз.',
      },
      taken: {
        title: 'Эта ссылка уже работает',
        text: (name: string) =>
          `По ней подключено устройство «${name}». Для другого возьми новую в\u00a0личном кабинете.`,
        nameless: 'По ней уже подключено устройство. Для другого возьми новую в\u00a0личном кабинете.',
        same: 'Это то самое устройство: показать шаги',
      },
      unknown: {
        title: 'Такой ссылки нет',
        text: 'Проверь, что она скопирована целиком, или возьми новую в\u00a0личном кабинете.',
      },
      stale: {
        title: 'Ссылка устарела',
        text: 'Её долго никто не открывал. Новая ждёт в\u00a0личном кабинете.',
      },
      detached: {
        title: 'Устройство откреплено',
        text: 'Эта ссылка больше не работает. Чтобы подключить его снова, возьми новую в\u00a0личном кабинете.',
      },
      accessEnded: {
        title: 'Доступ закончился',
        text: 'Продли подписку: ссылка заработает снова, менять её не нужно.',
        renew: 'Продлить подписку',
      },
      full: {
        title: `Все ${formatCount(terms.maxDevices, PLACES)} заняты`,
        text: 'Открепи в\u00a0личном кабинете устройство, которым больше не пользуешься, и\u00a0открой эту ссылку снова.',
        toProfile: 'Открыть личный кабинет',
      },
      takeNew: 'Взять новую ссылку',
    },
  }) as const;

export const CONNECT_TEXTS = buildConnectTexts(OFFER_TERMS);
