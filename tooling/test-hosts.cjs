// Preloaded by Node processes of tests with several host names: resolves `*.test` to this machine. Browsers get
// the same rule on their command line.
const dns = require("node:dns")

const { lookup } = dns
dns.lookup = (hostname, ...rest) =>
  lookup(hostname.endsWith(".test") ? "localhost" : hostname, ...rest)
