import {
  type HashedContact,
  hashContact,
  type HashedSnapshot,
  hashSnapshot,
} from "../../domain/snapshot-hash"
import type { ApplicationRecord } from "./records"
import type { Base } from "./store/rows"

/** Keyed hashes of the purchase and the contact, stored instead of the data. */
export class Fingerprints {
  constructor(private readonly context: Base) {}

  of(snapshot: HashedSnapshot): string {
    return hashSnapshot(snapshot, this.context.options.secret[0] ?? "")
  }

  /** Whether the cart or order still matches the application. */
  isUnchanged(application: ApplicationRecord, snapshot: HashedSnapshot): boolean {
    return this.context.options.secret.some(
      (secret) => hashSnapshot(snapshot, secret) === application.snapshot_hash
    )
  }

  /** `sentPhone` is the phone of the shop's own form, which may differ from the cart's. */
  ofContact(contact: HashedContact, sentPhone?: string): string {
    const [secret = ""] = this.context.options.secret
    const ofCart = hashContact(contact, secret)
    return sentPhone === undefined
      ? ofCart
      : `${ofCart}.${hashContact({ ...contact, cellPhone: sentPhone }, secret)}`
  }

  /** Whether the contact still matches the one sent. True for applications of older versions. */
  isSameContact(
    { contact_hash }: Pick<ApplicationRecord, "contact_hash">,
    contact: HashedContact,
    sentPhone?: string
  ): boolean {
    if (contact_hash === null) return true
    const [ofCart, ofForm] = contact_hash.split(".")
    const sent = { ...contact, cellPhone: sentPhone ?? contact.cellPhone }
    return this.context.options.secret.some(
      (secret) =>
        hashContact(contact, secret) === ofCart &&
        (!ofForm || sentPhone === undefined || hashContact(sent, secret) === ofForm)
    )
  }
}
