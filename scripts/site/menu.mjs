// The menu of the documentation: its pages in English, and which file each is made from. The build looks here for what has changed
// before any package is installed, so this imports none.

/** @typedef {{ name: string, source: string, title: string }} Page */

/** @type {{ group: string, pages: Page[] }[]} */
export const menu = [
  {
    group: 'Use',
    pages: [
      { name: 'index', source: 'README.md', title: 'Spillway' },
      { name: 'excel', source: 'docs/excel.md', title: 'In Excel' },
      { name: 'functions', source: 'docs/functions.md', title: 'Functions' },
      { name: 'recipes', source: 'docs/recipes.md', title: 'Recipes' },
      { name: 'history', source: 'docs/history.md', title: 'History' },
      { name: 'feeds', source: 'docs/feeds.md', title: 'Feeds' },
      { name: 'watches', source: 'docs/watches.md', title: 'Watches' },
      { name: 'agents', source: 'docs/agents.md', title: 'Agents' },
      { name: 'support', source: 'docs/support.md', title: 'Support' },
      { name: 'privacy', source: 'docs/privacy.md', title: 'Privacy' },
      { name: 'terms', source: 'docs/terms.md', title: 'Terms of use' },
    ],
  },
  {
    group: 'Operate',
    pages: [
      { name: 'deploying', source: 'docs/deploying.md', title: 'Install the gateway' },
      { name: 'operating', source: 'docs/operating.md', title: 'Operate the gateway' },
      { name: 'upgrading', source: 'docs/upgrading.md', title: 'Upgrade the gateway' },
      { name: 'security', source: 'SECURITY.md', title: 'Security' },
      { name: 'changelog', source: 'CHANGELOG.md', title: 'Changelog' },
    ],
  },
  {
    group: 'Develop',
    pages: [
      { name: 'architecture', source: 'ARCHITECTURE.md', title: 'Architecture' },
      { name: 'contributing', source: 'CONTRIBUTING.md', title: 'Contributing' },
      { name: 'testing', source: 'docs/testing.md', title: 'Testing' },
      { name: 'performance', source: 'docs/performance.md', title: 'Performance' },
      { name: 'appsource', source: 'docs/appsource.md', title: 'AppSource' },
      { name: 'dependencies', source: 'docs/dependencies.md', title: 'Dependencies' },
    ],
  },
];
