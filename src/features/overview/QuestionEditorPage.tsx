import { getRouteApi } from '@tanstack/react-router'
import { RegradeOffer } from '#features/grading/regrade/RegradeOffer.tsx'
import { EditorPage as QuestionEditor } from '#features/questions/editing/EditorPage.tsx'
import { placeOf } from '#features/questions/listing/question-pages.ts'

const ofChapter = getRouteApi('/staff/material-editor/$levelId/$chapterNum/chapter/$sectionNum/$quesId')
const ofTest = getRouteApi('/staff/material-editor/$levelId/$chapterNum/test/$sectionNum/$quesId')

/** Editor for a question in a section of a chapter. */
export function EditorPage() {
  const params = ofChapter.useParams()
  return (
    <QuestionEditor
      place={placeOf(params, { test: false })}
      id={params.quesId}
      behind={ofChapter.useSearch().behind}
      RegradeOffer={RegradeOffer}
    />
  )
}

/** Editor for a question in a chapter's test. */
export function TestEditorPage() {
  const params = ofTest.useParams()
  return (
    <QuestionEditor
      place={placeOf(params, { test: true })}
      id={params.quesId}
      behind={ofTest.useSearch().behind}
      RegradeOffer={RegradeOffer}
    />
  )
}
