import { accounts } from '#features/accounts/api.ts'
import type { Me } from '#features/accounts/rules.ts'
import type { Language } from '#shared/language.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { call } from '#web/api.ts'
import { PageFooter } from '#web/shell/PageFooter.tsx'
import { toast } from '#web/toast.tsx'
import { CenterContacts } from './CenterContacts.tsx'

/** Stores the language for messages and for other devices. */
async function keepLanguage({ _id: id, firstName, lastName, avatar, version }: Me, language: Language) {
  try {
    await call(accounts.change, { id, firstName, lastName, avatar, language }, { seen: version })
  } catch (error) {
    toast(sentenceFor(error), 'error')
    throw error
  }
}

/** Footer of family pages: for parents how to reach their centers, and for all the usual choices. */
export const FamilyFooter = ({ me }: { me: Me }) => (
  <>
    {me.group === 'parents' && <CenterContacts />}
    <PageFooter onChoose={(language) => keepLanguage(me, language)} />
  </>
)
