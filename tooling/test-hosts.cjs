// Loaded before Node programs that a trial of several host names starts: `*.test` is this machine. Browsers
// are told the same on their command line.
const dns = require("node:dns")

const { lookup } = dns
dns.lookup = (hostname, ...rest) =>
  lookup(hostname.endsWith(".test") ? "127.0.0.1" : hostname, ...rest)
