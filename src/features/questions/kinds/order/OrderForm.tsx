import { t } from '#shared/language.ts'
import { TextList } from '../../editing/answers/TextList.tsx'
import { withItems } from '../../editing/answers/moved-answers.ts'
import type { FormProps } from '../KindScreens.tsx'

/** Form for the items in their right order. */
export function OrderForm({ answers, draft, set }: FormProps<'order'>) {
  return (
    <>
      <p className="quiet">
        {t('Enter the items in the right order. Students see them in alphabetical order.')}
      </p>
      <TextList
        label={t('Item')}
        add={t('Add item')}
        texts={answers.items}
        most={10}
        maxLength={500}
        onChange={(items, order) => set(withItems(answers, draft.tests, items, order))}
      />
    </>
  )
}
