export function failedInJest(report: object): string[];
export function failedInPlaywright(report: object): string[];
