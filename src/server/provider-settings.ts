import { z } from 'zod'
import { type Dkim, dkimNames, dkimOf, mailVariables } from './mail-settings.ts'
import { type Bucket, bucketOf, bucketVariables } from './bucket-settings.ts'
import { isSafeUrl } from './networks.ts'
import { missingOidc, type Oidc, oidcOf, oidcVariables } from './oidc-settings.ts'

/** The Stripe account that receives online payments. `url` is the base URL of its API. */
type Stripe = { secretKey: string; webhookSecret: string; url: string }

/** The Twilio account that sends text messages. `from` is a number or the id of a messaging service. */
type Twilio = { accountSid: string; authToken: string; from: string; url: string }

/** Providers that an installation can use. Each is null if it isn't set up. */
export type Providers = {
  dkim: Dkim | null
  /** OpenID Connect provider with which people can log in. */
  oidc: Oidc | null
  /** Online payment of invoices. */
  stripe: Stripe | null
  /** Text messages. */
  twilio: Twilio | null
  /** Copies of backups. */
  bucket: Bucket | null
}

export const providerVariables = {
  ...mailVariables,
  ...oidcVariables,
  ...bucketVariables,
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_URL: z
    .string()
    .refine(isSafeUrl, 'must be an address that begins with https://')
    .default('https://api.stripe.com'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC\w{5,60}$/, 'must begin with AC')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|MG\w{5,60})$/,
      'must be a number such as +15551234567, or the id of a messaging service',
    )
    .optional(),
  TWILIO_URL: z
    .string()
    .refine(isSafeUrl, 'must be an address that begins with https://')
    .default('https://api.twilio.com'),
}

type Given = z.infer<z.ZodObject<typeof providerVariables>>

/** Provider settings whose values are never printed. */
export const providerSecrets = [
  'DKIM_KEY',
  'OIDC_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TWILIO_AUTH_TOKEN',
  'S3_SECRET_ACCESS_KEY',
]

/** Groups of provider settings that must be set together or not at all. */
const groups: { names: readonly (keyof Given)[]; message: string }[] = [
  { names: dkimNames, message: 'must be set with the other DKIM settings, because signing needs all three' },
  {
    names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    message: 'must be set with the other Stripe setting, because payments need both',
  },
  {
    names: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    message: 'must be set with the other Twilio settings, because text messages need all three',
  },
]

/**
 * Returns the settings that are missing although others need them, with advice. Names only the first missing
 * one of each group.
 */
export function missingSettings(set: Given) {
  const incomplete = groups.flatMap(({ names, message }) => {
    const name = names.find((each) => !set[each])
    return name && names.some((each) => set[each]) ? [{ name, message }] : []
  })
  const oidc = missingOidc(set).map((name) => ({
    name,
    message: 'must be set with OIDC_ISSUER. The provider shows it',
  }))
  return [...incomplete, ...oidc]
}

export function providersOf(set: Given): Providers {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url } = set
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = set
  return {
    dkim: dkimOf(set),
    oidc: oidcOf(set),
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret, url } : null,
    twilio: accountSid && authToken && from ? { accountSid, authToken, from, url: set.TWILIO_URL } : null,
    bucket: bucketOf(set),
  }
}
