// n8n loads nodes and credentials by the paths in package.json; this entry point only makes the package resolvable.
module.exports = {};
