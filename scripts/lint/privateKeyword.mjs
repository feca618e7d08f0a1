// What is private is marked in one way: `private`, which parameters of a constructor can have too.

/** @type {import('./plugin.mjs').Rule} */
export const privateKeyword = {
  meta: { type: 'problem', schema: [], messages: { hash: 'Use private instead of #.' } },
  create: (context) => ({
    /** @param {any} node */
    'PropertyDefinition, MethodDefinition': (node) => {
      if (node.key.type === 'PrivateIdentifier') context.report({ node, messageId: 'hash' });
    },
  }),
};
