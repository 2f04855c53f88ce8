import type { Product } from '../faults/product.ts'
import { type Visitor, visitor } from './visitor.ts'

/**
 * Outcome of an attack: `through` of the `tried` calls, statements or sockets succeeded and should not have.
 * `figures` describes it in words.
 */
export type Outcome = { tried: number; through: number; figures: string }

/** Running product with its demo, as seen by an attacker on the same machine. */
export type Target = {
  product: Product
  address: string
  /** Signs in to one of the demo's accounts from a separate network. Throws on failure. */
  signedIn: (
    name: 'admin' | 'manager' | 'operator' | 'operator2' | 'editor' | 'student' | 'parent',
  ) => Promise<Visitor>
  /** Returns a visitor without a session, from a separate network. */
  stranger: () => Visitor
}

export type Attack = { name: string; run: (target: Target) => Promise<Outcome> }

export const demoPassword = 'practice-makes-progress'

let networks = 0
/**
 * Returns an address in a network that nobody has used before, from the range reserved for benchmarks (RFC
 * 2544).
 */
export const freshNetwork = () => {
  networks += 1
  return `198.${18 + ((networks >> 8) % 2)}.${networks % 256}.7`
}

export function targetOf(product: Product): Target {
  const { address } = product
  return {
    product,
    address,
    stranger: () => visitor(address, freshNetwork()),
    signedIn: async (name) => {
      const one = visitor(address, freshNetwork())
      const { status, text } = await one.signIn(`${name}@demo.example`, demoPassword)
      if (status !== 200) throw new Error(`${name}@demo.example can't sign in: ${status} ${text}`)
      return one
    },
  }
}
