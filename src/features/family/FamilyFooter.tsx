import type { Me } from '#features/accounts/rules.ts'
import { chooseLanguage, useSameLanguage } from '#web/shell/choose-language.ts'
import { PageFooter } from '#web/shell/PageFooter.tsx'
import { CenterContacts } from './CenterContacts.tsx'

/** Footer of family pages. For parents, it also has the contact details of their centers. */
export function FamilyFooter({ me }: { me: Me }) {
  useSameLanguage(me)
  return (
    <>
      {me.group === 'parents' && <CenterContacts />}
      <PageFooter onChoose={chooseLanguage} />
    </>
  )
}
