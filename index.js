// package.json names what n8n loads.
module.exports = {};
