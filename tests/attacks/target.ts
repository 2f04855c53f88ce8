import type { Product } from '../faults/product.ts'
import { type Visitor, visitor } from './visitor.ts'

/** What an attack came to: of `tried` calls, statements or sockets, `through` did what they must not. `figures` is for the reader. */
export type Outcome = { tried: number; through: number; figures: string }

/** The running product with its demo, as an attacker on the same machine meets it. */
export type Target = {
  product: Product
  address: string
  /** Signs in to one of the demo's accounts, from a network of its own. Throws when that fails. */
  signedIn: (name: 'admin' | 'manager' | 'operator' | 'operator2' | 'editor' | 'student' | 'parent') => Promise<Visitor>
  /** Somebody without a session, from a network of their own. */
  stranger: () => Visitor
}

export type Attack = { name: string; run: (target: Target) => Promise<Outcome> }

export const demoPassword = 'practice-makes-progress'

let networks = 0
/** An address of a network that nobody used before. Reserved for documentation and benchmarks (RFC 2544). */
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
