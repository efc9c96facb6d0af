import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"

/** Positions count from 1; nothing is added where the application has the token already. */
const ADD_TOKEN = `
  insert into financing_token
    (id, token, environment, position, application_id, created_at, updated_at)
  select :id, :token, :environment, coalesce(max(position), 0) + 1, :applicationId, :now, :now
  from financing_token where application_id = :applicationId and deleted_at is null
  having count(*) filter (where token = :token) = 0`

type Added = { applicationId: string; environment: string; token: string }

/** The statement that makes a token the newest of its chain; to be sent alone or together with others. */
export function addToken(knex: Knex, added: Added): Knex.Raw {
  return knex.raw(ADD_TOKEN, {
    id: generateEntityId(undefined, "fintok"),
    now: new Date(),
    ...added,
  })
}
