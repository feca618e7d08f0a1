// Univer's packages, made lighter while they are loaded: by webpack, and by the process that calculates templates in the tests.
//
// They set each field of an object through a helper that looks the field up and may redefine it. A calculation makes millions of
// such objects and took a third longer for it: here the fields are assigned instead. They also hold pictures for panels that the
// playground never opens, 0.4 MB that compress to nothing less, and load rules for dividing British words.

/** @param {string} source */
module.exports = (source) =>
  source
    .replace(/\b_defineProperty\(this, "([A-Za-z_$][\w$]*)", /g, 'this.$1 = (')
    .replace('this.loadPattern("en-gb");', '')
    .replace(/"data:image\/(?:png|jpeg);base64,[^"]{2000,}"/g, '""');
