import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { Email } from '#shared/fields.ts'

/**
 * Key that signs emails (DKIM), with the domain and selector under which receivers find its public half in
 * the DNS.
 */
export type Dkim = { domainName: string; keySelector: string; privateKey: string }

/**
 * Returns the text of a key. The setting is either the key itself, where `\n` may stand for line breaks, or
 * the path of a file. If there is no such file, returns an empty string.
 */
function keyText(text: string) {
  if (text.includes('-----BEGIN')) return text.replaceAll(String.raw`\n`, '\n')
  return existsSync(text) ? readFileSync(text, 'utf8') : ''
}

/** Returns the key as PEM, or null if it can't sign emails. Receivers refuse RSA keys below 1024 bits. */
function signingKey(text: string) {
  try {
    const key = createPrivateKey(keyText(text))
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return key.asymmetricKeyType === 'rsa' && bits >= 1024
      ? key.export({ type: 'pkcs8', format: 'pem' }).toString()
      : null
  } catch {
    return null
  }
}

const isDomain = (text: string) =>
  domainToASCII(text) === text.toLowerCase() && /^[\w-]+(\.[\w-]+)+$/.test(text)

/** Settings for sending email. */
export const mailVariables = {
  MAIL_FROM: Email.optional(),
  DKIM_DOMAIN: z.string().refine(isDomain, 'must be a domain such as example.com').optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d]([\w-]{0,61}[a-z\d])?$/i, 'must be a name such as mail2026')
    .optional(),
  DKIM_KEY: z
    .string()
    .transform((text, found) => {
      const key = signingKey(text)
      if (key === null)
        found.addIssue(
          'must be an RSA private key of at least 1024 bits in PEM format, or the path of a file that holds one',
        )
      return key ?? ''
    })
    .optional(),
}

type Variables = Partial<Record<keyof typeof mailVariables, string | undefined>>

/** Settings that must be set together for signing. */
export const dkimNames = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY'] as const

/** Returns the settings for signing emails, or null if they aren't signed. */
export const dkimOf = ({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY }: Variables): Dkim | null =>
  DKIM_DOMAIN && DKIM_SELECTOR && DKIM_KEY
    ? { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey: DKIM_KEY }
    : null
