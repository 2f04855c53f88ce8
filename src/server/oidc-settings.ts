import { z } from 'zod'
import { isSafeUrl } from './networks.ts'

/**
 * An OpenID Connect provider. `verifiesEmail` is true if all of its email addresses belong to the people who
 * log in with them, although its tokens don't state that.
 */
export type Oidc = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  verifiesEmail: boolean
}

/** Settings for logging in with a provider. */
export const oidcVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isSafeUrl, 'must be an address that begins with https://')
    .refine(
      (text) => !/\/(common|organizations|consumers)(\/|$)|[{}]/.test(text),
      'must be the issuer of your own organization. Anybody can get an account at an issuer for all organizations',
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').default('your organization'),
  OIDC_VERIFIES_EMAIL: z.enum(['on', 'off'], 'must be on or off').default('off'),
}

type Given = z.infer<z.ZodObject<typeof oidcVariables>>

/** Returns the settings that are missing although OIDC_ISSUER is set. */
export const missingOidc = (set: Given) =>
  set.OIDC_ISSUER ? (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const).filter((name) => !set[name]) : []

/** Returns the provider with which people can log in, or null if none is set up. */
export const oidcOf = (set: Given): Oidc | null =>
  set.OIDC_ISSUER
    ? {
        issuer: set.OIDC_ISSUER,
        clientId: set.OIDC_CLIENT_ID ?? '',
        clientSecret: set.OIDC_CLIENT_SECRET ?? '',
        name: set.OIDC_NAME,
        verifiesEmail: set.OIDC_VERIFIES_EMAIL === 'on',
      }
    : null
