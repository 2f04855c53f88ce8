import type { Contract } from '#shared/contract.ts'
import type { Handlers } from './call.ts'
import type { Cron, Jobs } from './jobs.ts'
import type { Inventory } from '#shared/inventory.ts'
import type { Wording } from '#shared/wording.ts'
import type { Settings } from './settings.ts'

/** A contract with a handler for each of its endpoints. */
export type Endpoints = { contract: Contract; routes: Handlers<Contract> }

/** Pairs a contract with its handlers. A missing or mistyped handler doesn't compile. */
export const endpoints = <C extends Contract>(contract: C, routes: Handlers<C>): Endpoints => ({
  contract,
  routes: routes as unknown as Handlers<Contract>,
})

/** Everything that a feature registers with the server. */
export type Feature = {
  /** Name of the feature's folder, and its tag in the OpenAPI document. */
  name: string
  /**
   * Returns the endpoints. `wording` is for History and contains the sentences of all features; `inventory`
   * is for erasing a person.
   */
  endpoints: (settings: Settings, wording: readonly Wording[], inventory: Inventory) => Endpoints[]
  /** Returns the jobs by name. The database's URL is for backups and checks. */
  jobs?: (databaseUrl: string, inventory: Inventory) => Jobs
  cron?: readonly Cron[]
  /** Sentences for the feature's changes in the audit log. */
  wording?: Wording
}
