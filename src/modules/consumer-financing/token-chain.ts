import type { Context } from "@medusajs/framework/types"
import { InjectTransactionManager, MedusaContext } from "@medusajs/framework/utils"
import type { ApplicationRecord } from "./records"
import { AttentionBook } from "./attention-book"
import { asData, statementsOf } from "./store/rows"
import { addToken } from "./store/tokens"
import { sentence } from "../../translation/sentence"

/** The tokens of an application: a partial refund puts a new one before the old ones. */
export class TokenChain extends AttentionBook {
  /** By any token that the application ever had. */
  async findByToken(token: string): Promise<ApplicationRecord | null> {
    const [known] = await this.listFinancingTokens({ token }, { relations: ["application"] })
    return known?.application ?? null
  }

  /** The newest token of the chain. Throws when the service never answered with one. */
  async tipOf(applicationId: string): Promise<string> {
    const tip = await this.findTip(applicationId)
    if (!tip) {
      throw sentence(
        "The financing service has not confirmed this application, so there is nothing to ask it about."
      )
    }
    return tip.token
  }

  async findTip(
    applicationId: string,
    context: Context = {}
  ): Promise<{ token: string; position: number } | null> {
    const [tip] = await this.listFinancingTokens(
      { application_id: applicationId },
      { order: { position: "DESC" }, take: 1 },
      context
    )
    return tip ?? null
  }

  /** Makes a token the tip of the chain; harmless when the application has it already. */
  async addToken(
    { id, environment }: Pick<ApplicationRecord, "id" | "environment">,
    token: string,
    context: Context = {}
  ): Promise<void> {
    const added = { applicationId: id, environment, token }
    await asData(addToken(statementsOf(this, context), added))
  }

  /** Whether the application had this token, and has another one now. */
  async isEarlierToken(applicationId: string, token: string): Promise<boolean> {
    const [known] = await this.listFinancingTokens({ application_id: applicationId, token })
    return known !== undefined && (await this.findTip(applicationId))?.token !== token
  }

  /** Makes a token the tip of the chain, also one that was it before. */
  @InjectTransactionManager()
  async moveToToken(
    application: Pick<ApplicationRecord, "id" | "environment">,
    token: string,
    @MedusaContext() context: Context = {}
  ): Promise<void> {
    const tip = await this.findTip(application.id, context)
    const [known] = await this.listFinancingTokens(
      { application_id: application.id, token },
      {},
      context
    )
    if (known && tip) {
      await this.updateFinancingTokens({ id: known.id, position: tip.position + 1 }, context)
    } else {
      await this.addToken(application, token, context)
    }
  }

  /** The token itself when no application ever had it, else null: an old token proves nothing new. */
  async onlyIfNew(application: ApplicationRecord, token: string | null): Promise<string | null> {
    if (!token) {
      return null
    }
    const { environment } = application
    const [known] = await this.listFinancingTokens({ environment, token })
    return known ? null : token
  }
}
