// Loaded by Node programs of a trial on several host names: `*.test` is this machine. Browsers are told the
// same on their command line.
const dns = require("node:dns")

const { lookup } = dns
dns.lookup = (hostname, ...rest) =>
  lookup(hostname.endsWith(".test") ? "localhost" : hostname, ...rest)
