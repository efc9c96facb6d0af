/** Error of a control call: HTTP status and message. */
export class ControlRefusal extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message)
    this.name = "ControlRefusal"
  }
}
