import { useEffect } from 'react'
import { accounts } from '#features/accounts/api.ts'
import type { Me } from '#features/accounts/rules.ts'
import { type Language, reader } from '#shared/language.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { call } from '#web/api.ts'
import { meChanged } from '#web/session.tsx'
import { PageFooter } from '#web/shell/PageFooter.tsx'
import { toast } from '#web/toast.tsx'
import { CenterContacts } from './CenterContacts.tsx'

/** Stores the language for messages and for other devices. */
async function keepLanguage(language: Language) {
  const { _id: id, firstName, lastName, avatar, version } = await call(accounts.me, {})
  await call(accounts.change, { id, firstName, lastName, avatar, language }, { seen: version })
}

async function choose(language: Language) {
  try {
    await keepLanguage(language)
  } catch (error) {
    toast(sentenceFor(error), 'error')
    throw error
  }
}

/**
 * Stores the language of the pages a parent reads, if it isn't English and the parent hasn't chosen one, so
 * that messages are in the same language.
 */
function useSameForMessages({ language, group }: Me) {
  useEffect(() => {
    if (language === null && group === 'parents' && reader().language !== 'en')
      void keepLanguage(reader().language).then(meChanged, () => {})
  }, [language, group])
}

/** Footer of family pages: contact details of the centers for parents, and the usual choices for everyone. */
export function FamilyFooter({ me }: { me: Me }) {
  useSameForMessages(me)
  return (
    <>
      {me.group === 'parents' && <CenterContacts />}
      <PageFooter onChoose={choose} />
    </>
  )
}
