import { z } from 'zod'

/** Returns the schema of a setting that is a URL with one of these protocols. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    )
