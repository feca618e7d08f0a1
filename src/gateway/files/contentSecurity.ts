// What pages served here may do. The pane runs inside Excel's frames, loads office.js from Microsoft's CDN, and Fluent
// writes its styles at run time; beyond that it gets nothing. The playground embeds the pane and a spreadsheet.

// Who may frame the pane: every host that office.js itself trusts as Excel on the web, government and national clouds
// included, and the pages that Excel is in turn framed by. frame-ancestors is checked for each frame up to the top.

/** As `_isHostNameValidWacDomain` of office.js has them; a test compares the two. */
export const excelHosts = [
  'office-int.com',
  'officeapps.live-int.com',
  '*.dod.online.office365.us',
  '*.gov.online.office365.us',
  '*.officeapps.live.com',
  '*.officeapps.live-int.com',
  '*.officeapps-df.live.com',
  '*.online.office.de',
  '*.partner.officewebapps.cn',
  '*.office.net',
] as const;

/** SharePoint, OneDrive, Teams and the Microsoft 365 home of each cloud, in which Excel on the web is opened. */
const hostsOfExcel = [
  '*.office.com',
  '*.office365.com',
  '*.office365.us',
  '*.office.de',
  '*.sharepoint.com',
  '*.sharepoint.us',
  '*.sharepoint-mil.us',
  '*.sharepoint.cn',
  '*.sharepoint.de',
  '*.cloud.microsoft',
  '*.microsoft.com',
  '*.microsoft.us',
  '*.microsoft365.com',
  '*.live.com',
] as const;

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

const asSource = (host: string): string => (host.startsWith("'") ? host : `https://${host}`);

const nothing = { 'base-uri': "'none'", 'form-action': "'none'", 'object-src': "'none'" };

/** `https:` in connect-src: a user may point the pane at another gateway or at the service itself. */
export const panePolicy = policy({
  'default-src': "'none'",
  'script-src': "'self' https://appsforoffice.microsoft.com",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' https: data:",
  'font-src': "'self' data: https://res.cdn.office.net",
  'connect-src': "'self' https:",
  'manifest-src': "'self'",
  'frame-ancestors': ["'self'", ...excelHosts, ...hostsOfExcel].map(asSource).join(' '),
  ...nothing,
});

/** Pictures: of any https host, as in Excel, and of a sandbox on this machine, which has no certificate. */
export const playgroundPolicy = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' https: data: blob: http://127.0.0.1:* http://localhost:*",
  'font-src': "'self' data:",
  'connect-src': "'self' data: blob:",
  'worker-src': "'self' blob:",
  'frame-src': "'self'",
  'frame-ancestors': "'self'",
  ...nothing,
});

/** The help pages need no more than their own files: nothing inline, nothing from elsewhere. */
export const helpPolicy = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'frame-ancestors': "'self'",
  ...nothing,
});

/** For responses that are data, never a page. */
export const dataPolicy = policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" });

export const securityHeaders = (secure: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'cross-origin',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
});
