/** Error of a refused call: HTTP status and a message that names the problem. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message)
    this.name = "Refusal"
  }
}
