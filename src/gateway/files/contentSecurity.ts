// What pages served here may do. The pane runs inside Excel's frames, loads office.js from Microsoft's CDN, and Fluent
// writes its styles at run time; beyond that it gets nothing. The playground embeds the pane and a spreadsheet.

/** Hosts whose pages may frame the pane: Excel on the web, SharePoint, Teams and their test rings. */
const excelHosts = [
  'https://*.officeapps.live.com',
  'https://*.office.com',
  'https://*.office365.com',
  'https://*.sharepoint.com',
  'https://*.cloud.microsoft',
  'https://*.microsoft.com',
  'https://*.microsoft365.com',
  'https://*.live.com',
];

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

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
  'frame-ancestors': ["'self'", ...excelHosts].join(' '),
  ...nothing,
});

export const playgroundPolicy = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' https: data: blob:",
  'font-src': "'self' data:",
  'connect-src': "'self' data: blob:",
  'worker-src': "'self' blob:",
  'frame-src': "'self'",
  'frame-ancestors': "'self'",
  ...nothing,
});

/** For answers that are data, never a page. */
export const dataPolicy = policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" });

export const securityHeaders = (secure: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'cross-origin',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
});
