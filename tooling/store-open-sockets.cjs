// For tests only: keeps idle connections open. Node's servers close them after five seconds, and a request of a busy
// test at that moment would fail with "other side closed".
const { Server } = require("node:http")

module.exports.keepSocketsOpen = () => {
  const listen = Server.prototype.listen
  Server.prototype.listen = function (...given) {
    this.keepAliveTimeout = 0
    return listen.apply(this, given)
  }
}
