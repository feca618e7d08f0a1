// Univer's packages set each field of an object through a helper that looks the field up and may redefine it. A calculation
// makes millions of such objects and took a third longer for it: here the fields are assigned instead. Webpack loads the
// packages through this, and so does the process that calculates templates in the tests.

/** @param {string} source */
module.exports = (source) =>
  source.replace(/\b_defineProperty\(this, "([A-Za-z_$][\w$]*)", /g, 'this.$1 = (');
