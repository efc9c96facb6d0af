import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { userError } from "../../../translation/user-error"
import type { ApplicationRecord } from "../records"
import { mapConstraintErrors, type Base } from "./rows"

/** Positions count from 1; adds nothing if the application has the token already. */
const ADD_TOKEN = `
  insert into financing_token
    (id, token, environment, position, application_id, created_at, updated_at)
  select :id, :token, :environment, coalesce(max(position), 0) + 1, :applicationId, :now, :now
  from financing_token where application_id = :applicationId and deleted_at is null
  having count(*) filter (where token = :token) = 0`

type Added = { applicationId: string; environment: string; token: string }

/** Builds the statement that makes a token the newest of its chain, alone or combined with others. */
export function addToken(knex: Knex, added: Added): Knex.Raw {
  return knex.raw(ADD_TOKEN, {
    id: generateEntityId(undefined, "fintok"),
    now: new Date(),
    ...added,
  })
}

/** Tokens of an application: each partial refund adds a newer one. */
export class Tokens {
  constructor(private readonly context: Base) {}

  async findApplication(token: string): Promise<ApplicationRecord | null> {
    const [known] = await this.context.rows.listFinancingTokens(
      { token },
      { relations: ["application"] }
    )
    return known?.application ?? null
  }

  /** Returns the newest token. Throws when the service never returned one. */
  async currentOf(applicationId: string): Promise<string> {
    const currentToken = await this.findCurrent(applicationId)
    if (!currentToken) {
      throw userError(
        "The financing service has not confirmed this application, so there is nothing to ask it about."
      )
    }
    return currentToken.token
  }

  async findCurrent(applicationId: string): Promise<{ token: string; position: number } | null> {
    const [currentToken] = await this.context.rows.listFinancingTokens(
      { application_id: applicationId },
      { order: { position: "DESC" }, take: 1 }
    )
    return currentToken ?? null
  }

  /** Makes a token current; idempotent for known tokens. */
  async add(
    { id, environment }: Pick<ApplicationRecord, "id" | "environment">,
    token: string
  ): Promise<void> {
    const added = { applicationId: id, environment, token }
    await mapConstraintErrors(addToken(this.context.knex, added))
  }

  /** Whether the token is a former one of the application. */
  async isEarlier(applicationId: string, token: string): Promise<boolean> {
    const [known] = await this.context.rows.listFinancingTokens({
      application_id: applicationId,
      token,
    })
    return known !== undefined && (await this.findCurrent(applicationId))?.token !== token
  }

  /** Makes a token current, including a former one. */
  async moveTo(
    application: Pick<ApplicationRecord, "id" | "environment">,
    token: string
  ): Promise<void> {
    const { knex } = this.context
    const chain = { application_id: application.id, deleted_at: null }
    const moved = await knex("financing_token")
      .where({ ...chain, token })
      .update({
        position: knex("financing_token").where(chain).select(knex.raw("max(position) + 1")),
        updated_at: new Date(),
      })
    if (moved === 0) {
      await this.add(application, token)
    }
  }

  /** Returns the token if no application or pre-approval ever had it, else null: a known token proves nothing new. */
  async onlyIfNew(application: ApplicationRecord, token: string | null): Promise<string | null> {
    if (!token) {
      return null
    }
    const { knex } = this.context
    const named = { environment: application.environment, token, deleted_at: null }
    const known: unknown[] = await knex("financing_token")
      .select("id")
      .where(named)
      .unionAll(knex("financing_pre_approval").select("id").where(named))
    return known.length > 0 ? null : token
  }
}
