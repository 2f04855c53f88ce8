import { t } from '#shared/language.ts'
import { TextList } from '../../editing/answers/TextList.tsx'
import type { FormProps } from '../KindScreens.tsx'

/** Form for the items in their right order. */
export function OrderForm({ answers, set }: FormProps<'order'>) {
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
        // Mistakes refer to the positions of items, so they are removed when the items change.
        onChange={(items) => set({ answers: { kind: 'order', items } })}
      />
    </>
  )
}
