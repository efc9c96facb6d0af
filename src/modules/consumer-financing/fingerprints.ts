import { type HashedSnapshot, hashSnapshot } from "../../domain/snapshot-hash"
import type { PluginOptions } from "../../options/options"
import type { ApplicationRecord } from "./records"

/** Keyed hashes of what customers applied for: all that is kept of it. */
export class Fingerprints {
  constructor(private readonly settings: { readonly current: PluginOptions }) {}

  of(snapshot: HashedSnapshot): string {
    return hashSnapshot(snapshot, this.settings.current.secret[0] ?? "")
  }

  /** Whether the cart or order is still what the customer applied for. */
  isUnchanged(application: ApplicationRecord, snapshot: HashedSnapshot): boolean {
    return this.settings.current.secret.some(
      (secret) => hashSnapshot(snapshot, secret) === application.snapshot_hash
    )
  }
}
