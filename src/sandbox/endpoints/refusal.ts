/** A call that the service refuses: HTTP status and a message that names what is wrong. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message)
    this.name = "Refusal"
  }
}
