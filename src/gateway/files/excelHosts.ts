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
export const hostsOfExcel = [
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
