/** A control call that cannot be carried out: HTTP status and a sentence. */
export class ControlRefusal extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message)
    this.name = "ControlRefusal"
  }
}
