import { Checkbox } from '@mantine/core'
import type { KeyOf } from '../../rules.ts'
import { t } from '#shared/language.ts'
import type { FormProps } from '../KindScreens.tsx'
import { withChoices } from '../../editing/answers/moved-answers.ts'
import { OptionsList } from '../../editing/answers/OptionsList.tsx'

/** Form for multiple choice: the choices, the right ones, and the scoring. */
export function ChoicesForm({ answers, draft, set }: FormProps<'mc'>) {
  const change = (part: Partial<KeyOf<'mc'>>) => set({ answers: { ...answers, ...part } })
  return (
    <>
      <OptionsList
        list="choices"
        each="Choice"
        options={answers.choices}
        right={answers.correct}
        many
        most={10}
        maxLength={500}
        onChange={(choices, correct, order) =>
          set(withChoices(answers, draft.tests, { choices, correct, order }))
        }
      />
      <Checkbox
        label={t('Partial credit: each wrong choice cancels a right one')}
        checked={answers.perChoice ?? false}
        onChange={({ target }) => change({ perChoice: target.checked })}
      />
    </>
  )
}
