import { useEffect } from 'react'
import { accounts } from '#features/accounts/api.ts'
import type { Me } from '#features/accounts/rules.ts'
import { type Language, reader } from '#shared/language.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { call } from '../api.ts'
import { refetchMe } from '../session.tsx'
import { toast } from '../toast.tsx'

/** Stores the language of the signed-in user, for pages on all devices and for messages. */
async function storeLanguage(language: Language) {
  const { _id: id, firstName, lastName, avatar, version } = await call(accounts.me, {})
  await call(accounts.change, { id, firstName, lastName, avatar, language }, { version })
}

/** Stores the language of the signed-in user. If that fails, shows why in a toast and rethrows the error. */
export async function chooseLanguage(language: Language) {
  try {
    await storeLanguage(language)
  } catch (error) {
    toast(sentenceFor(error), 'error')
    throw error
  }
}

/**
 * If a parent or a member of staff hasn't chosen a language, and the pages aren't in English, stores the
 * language of the pages, so that messages and the history are in the same language.
 */
export function useSameLanguage({ language, group }: Me) {
  useEffect(() => {
    if (language === null && group !== 'students' && reader().language !== 'en')
      void storeLanguage(reader().language).then(refetchMe, () => {})
  }, [language, group])
}
