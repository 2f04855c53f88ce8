import { Checkbox, TagsInput } from '@mantine/core'
import type { KeyOf } from '../../rules.ts'
import { t } from '#shared/language.ts'
import type { FormProps } from '../KindScreens.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { TextList } from '../../editing/answers/TextList.tsx'

/** Form for the key of a sentence that is typed or built from words, and for how strictly it is compared. */
export function SentenceForm({ answers, set }: FormProps<'sentence'>) {
  const change = (part: Partial<KeyOf<'sentence'>>) => set({ answers: { ...answers, ...part } })
  const { value, hasAlias = [], caseSensitive = false, punctuation = false, words } = answers
  const wordsIn = value.split(/\s+/).filter((word) => word !== '')
  return (
    <>
      <TextAreaField
        label={t('Correct sentence')}
        rows={2}
        maxLength={500}
        spellCheck
        value={value}
        onChange={(text) => change({ value: text })}
      />
      <TextList
        label={t('Also accepted')}
        add={t('Add accepted sentence')}
        texts={hasAlias}
        most={20}
        maxLength={500}
        onChange={(next) => change({ hasAlias: next })}
      />
      <Checkbox
        label={t('Case-sensitive')}
        checked={caseSensitive}
        onChange={({ target }) => change({ caseSensitive: target.checked })}
      />
      <Checkbox
        label={t('Punctuation counts')}
        checked={punctuation}
        onChange={({ target }) => change({ punctuation: target.checked })}
      />
      <Checkbox
        label={t('Students arrange words instead of typing')}
        checked={words !== undefined}
        onChange={({ target }) => change({ words: target.checked ? wordsIn : undefined })}
      />
      {words && (
        <TagsInput
          label={t('Words to choose from')}
          description={t('You can add extra words. Press Enter to add a word.')}
          allowDuplicates
          maxTags={40}
          splitChars={[',']}
          value={words}
          onChange={(next) => change({ words: next })}
        />
      )}
    </>
  )
}
