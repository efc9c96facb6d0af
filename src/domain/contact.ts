/**
 * The person of a pre-approval: validated, in the contract's formats (phone ten digits). Kept in memory for one
 * call, never in a record, workflow, event, log or error.
 */
export type Contact = {
  firstName: string
  lastName: string
  email: string
  cellPhone: string
}
