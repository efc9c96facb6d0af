/**
 * Whom a pre-approval is for: checked, and in the contract's forms (phone ten digits). In memory for
 * one call: it goes into no record, workflow, event, log or error.
 */
export type Contact = {
  firstName: string
  lastName: string
  email: string
  cellPhone: string
}
