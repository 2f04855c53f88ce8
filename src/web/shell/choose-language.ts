import { accounts } from '#features/accounts/api.ts'
import type { Language } from '#shared/language.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { call } from '../api.ts'
import { toast } from '../toast.tsx'

/** Stores the language of the signed-in user, for pages on all devices and for messages. */
export async function storeLanguage(language: Language) {
  const { _id: id, firstName, lastName, avatar, version } = await call(accounts.me, {})
  await call(accounts.change, { id, firstName, lastName, avatar, language }, { seen: version })
}

/** Stores the language, or shows why it can't be stored. */
export async function chooseLanguage(language: Language) {
  try {
    await storeLanguage(language)
  } catch (error) {
    toast(sentenceFor(error), 'error')
    throw error
  }
}
