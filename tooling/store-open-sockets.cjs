// For tests only. Node's servers close a connection after five seconds without a request, and a test
// that was busy for longer would send its next one just then: "other side closed", and nobody's fault.
const { Server } = require("node:http")

module.exports.keepSocketsOpen = () => {
  const listen = Server.prototype.listen
  Server.prototype.listen = function (...given) {
    this.keepAliveTimeout = 0
    return listen.apply(this, given)
  }
}
