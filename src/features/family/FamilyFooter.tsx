import { useEffect } from 'react'
import type { Me } from '#features/accounts/rules.ts'
import { reader } from '#shared/language.ts'
import { meChanged } from '#web/session.tsx'
import { chooseLanguage, storeLanguage } from '#web/shell/choose-language.ts'
import { PageFooter } from '#web/shell/PageFooter.tsx'
import { CenterContacts } from './CenterContacts.tsx'

/**
 * Stores the language of the pages a parent reads, if it isn't English and the parent hasn't chosen one, so
 * that messages are in the same language.
 */
function useSameForMessages({ language, group }: Me) {
  useEffect(() => {
    if (language === null && group === 'parents' && reader().language !== 'en')
      void storeLanguage(reader().language).then(meChanged, () => {})
  }, [language, group])
}

/** Footer of family pages: contact details of the centers for parents, and the usual choices for everyone. */
export function FamilyFooter({ me }: { me: Me }) {
  useSameForMessages(me)
  return (
    <>
      {me.group === 'parents' && <CenterContacts />}
      <PageFooter onChoose={chooseLanguage} />
    </>
  )
}
