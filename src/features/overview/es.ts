import type { Catalog } from '#shared/language.ts'

/** What the pages and messages of this feature say to families, in Spanish. */
export const es: Catalog = {
  'this child': 'este niño',
  'On this page': 'En esta página',
  Classes: 'Clases',
  Messages: 'Mensajes',
  'Tests on paper': 'Exámenes en papel',
  Awards: 'Premios',
  Activities: 'Actividades',
  'Upcoming classes': 'Próximas clases',
  'Everything we keep about {firstName}': 'Todo lo que guardamos sobre {firstName}',
  'Read it, print it or save it as a file. We record each time it’s opened.':
    'Léalo, imprímalo o guárdelo como archivo. Anotamos cada vez que se abre.',
  'View all records': 'Ver todos los datos',
  'No work yet': 'Aún no hay trabajos',
  'Homework, tests and assessments appear here with their results.':
    'Las tareas, los exámenes y las evaluaciones aparecen aquí con sus resultados.',
  'Show more': 'Mostrar más',
  Progress: 'Progreso',
  'Scores in tests (first try) and homework, by chapter':
    'Resultados en exámenes (primer intento) y tareas, por capítulo',
  Chapter: 'Capítulo',
  Tests: 'Exámenes',
  'your work': 'tu trabajo',
  'Hello {firstName}!': '¡Hola, {firstName}!',
  'To do now': 'Para hacer ahora',
  'All done': 'Todo listo',
  'Nothing to do right now. New work from your teacher will show up here.':
    'Ahora no hay nada que hacer. El trabajo nuevo de tu profesor aparecerá aquí.',
  'Next medal': 'Próxima medalla',
  '{subject}: tests at 90% or more': '{subject}: exámenes con 90% o más',
  'Time is up': 'Se acabó el tiempo',
  '{time} left': 'Quedan {time}',
}
