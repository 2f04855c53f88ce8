import type { Contract } from '#shared/contract.ts'
import type { Handlers } from './call.ts'
import type { Cron, Jobs } from './jobs.ts'
import type { Inventory } from '#shared/inventory.ts'
import type { Wording } from '#shared/wording.ts'
import type { Settings } from './settings.ts'

/** A contract with a handler for each of its endpoints. */
export type Endpoints = { contract: Contract; routes: Handlers<Contract> }

/** Checks that the handlers fit their contract. A missing or wrong one does not compile. */
export const endpoints = <C extends Contract>(contract: C, routes: Handlers<C>): Endpoints => ({
  contract,
  routes: routes as unknown as Handlers<Contract>,
})

/** Everything that a feature registers with the server. */
export type Feature = {
  /** The name of its folder, and its tag in the OpenAPI document. */
  name: string
  /**
   * `wording` is what all features have registered; history describes changes by it. Erasing goes by
   * `inventory`.
   */
  endpoints: (settings: Settings, wording: readonly Wording[], inventory: Inventory) => Endpoints[]
  /** Jobs by name. Backups need the URL of the database. */
  jobs?: (databaseUrl: string, inventory: Inventory) => Jobs
  cron?: readonly Cron[]
  /** Words for its changes in the audit log. */
  wording?: Wording
}
