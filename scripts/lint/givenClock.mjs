// The core is handed its clock and its random numbers: it must run anywhere and be tested without waiting.

const ambient = new Set(['Date.now', 'Math.random', 'AbortSignal.timeout']);

/** @type {import('./plugin.mjs').Rule} */
export const givenClock = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { ambient: 'The core gets its clock and random numbers passed in.' },
  },
  create(context) {
    /** @param {any} node */
    const report = (node) => context.report({ node, messageId: 'ambient' });
    return {
      /** @param {any} node */
      MemberExpression: (node) => {
        if (ambient.has(`${node.object.name}.${node.property.name ?? node.property.value}`)) report(node);
      },
      /** @param {any} node */
      NewExpression: (node) => {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node);
      },
      /** @param {any} node */
      CallExpression: (node) => {
        if (node.callee.name === 'Date') report(node);
      },
    };
  },
};
