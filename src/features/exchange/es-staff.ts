import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'Material export': 'Exportar material',
  'A zip file with all your material, or just the questions in a format for other learning systems.':
    'Un archivo zip con todo el material, o solo con las preguntas para otro sistema de aprendizaje.',
  'What to export': 'Qué exportar',
  Format: 'Formato',
  'QTI 2.1 package': 'Paquete QTI 2.1',
  'the number of items': 'el número de elementos',
  'Counting the material…': 'Contando el material…',
  'To import an exported file, go to {link}.': 'Para importar un archivo exportado, vaya a {link}.',
  'Import material': 'Importar material',
  'What was left out': 'Qué se omitió',
  'What will be left out': 'Qué se omitirá',
  'The file dropped.txt in the package lists every affected question.':
    'El archivo dropped.txt del paquete enumera todas las preguntas afectadas.',
  Course: 'Curso',
  'All courses': 'Todos los cursos',
  'All levels': 'Todos los niveles',
  Download: 'Descargar',
  'Preparing the file…': 'Preparando el archivo…',
  '{bytes} so far…': '{bytes} hasta ahora…',
  'Saved: {bytes}.': 'Guardado: {bytes}.',
  'The download was interrupted.': 'La descarga se interrumpió.',
  'What won’t be imported': 'Qué no se importará',
  '1 item is skipped': 'se omite 1 elemento',
  '{skipped} items are skipped': 'se omiten {skipped} elementos',
  '1 item is partially imported': '1 elemento se importa en parte',
  '{changed} items are partially imported': '{changed} elementos se importan en parte',
  'is skipped.': 'se omite.',
  'and {more} more.': 'y {more} más.',
  'Upload a zip file from Material export, or a QTI 2.1 file from another system. You’ll see what’s in it before anything is saved. For a CSV table, open a section and choose “Import questions”.':
    'Suba un archivo zip de Exportar material o un archivo QTI 2.1 de otro sistema. Verá qué contiene antes de que se guarde nada. Para una tabla CSV, abra una sección y elija “Importar preguntas”.',
  Imported: 'Importado',
  'Importing questions': 'Importando preguntas',
  'Material imported': 'Material importado',
  'Nothing was imported.': 'No se importó nada.',
  'You can leave this page. The import keeps running.':
    'Puede salir de esta página. La importación continúa.',
  'Import more': 'Importar más',
  'View material': 'Ver material',
  File: 'Archivo',
  'File with material': 'Archivo con material',
  'Drop a .zip file here, or an .xml file with one QTI 2.1 item':
    'Suelte aquí un archivo .zip, o un .xml con un elemento QTI 2.1',
  '{done} of {of} uploaded…': '{done} de {of} subidos…',
  'Checking the file': 'Comprobando el archivo',
  'This file can’t be imported.': 'Este archivo no se puede importar.',
  'What is in the file': 'Qué contiene el archivo',
  'None of the items in this file can be imported.': 'No se puede importar ningún elemento de este archivo.',
  'Import {questions}': 'Importar {questions}',
  'This level already exists:': 'Este nivel ya existe:',
  'These levels already exist:': 'Estos niveles ya existen:',
  'This course already exists:': 'Este curso ya existe:',
  'These courses already exist:': 'Estos cursos ya existen:',
  'If a name already exists': 'Si un nombre ya existe',
  'Import as new': 'Importar como nuevo',
  'Add only missing sections': 'Agregar solo las secciones que faltan',
  'Existing material isn’t changed. The new level gets a number after its name, such as “{value} (2)”.':
    'El material existente no cambia. El nivel nuevo recibe un número tras su nombre, como “{value} (2)”.',
  'Existing material isn’t changed. The new course gets a number after its name, such as “{value} (2)”.':
    'El material existente no cambia. El curso nuevo recibe un número tras su nombre, como “{value} (2)”.',
  'Existing sections with the same name aren’t changed. New sections are added.':
    'Las secciones existentes con el mismo nombre no cambian. Las demás se agregan.',
  Courses: 'Cursos',
  Pictures: 'Imágenes',
  'find pairs': 'encontrar parejas',
  'drag words into blanks': 'arrastrar palabras a los huecos',
  'pick words in a text': 'elegir palabras en un texto',
  'put places on a picture in order': 'ordenar lugares en una imagen',
  'pair places on a picture': 'emparejar lugares en una imagen',
  'drag pictures onto a picture': 'arrastrar imágenes sobre una imagen',
  'put objects on a picture': 'poner objetos en una imagen',
  'use a slider': 'usar un control deslizante',
  'make a drawing': 'hacer un dibujo',
  'upload a file': 'subir un archivo',
  'play sound or video': 'reproducir sonido o video',
  'use a custom interaction': 'usar una interacción propia',
  'It asks students to {what}. This type isn’t supported.': 'Pide {what}. Ese tipo no se admite.',
  'Feedback.': 'Retroalimentación.',
  'A style sheet.': 'Una hoja de estilos.',
  'Pop-up help.': 'Ayuda emergente.',
  'A button for help or another try.': 'Un botón de ayuda o de otro intento.',
  'A background on which objects are placed.': 'Un escenario para poner objetos.',
  'Graphs, number lines, matrices and line-by-line solutions: the question is left out because QTI has no similar type.':
    'Gráficas, rectas numéricas, matrices y soluciones línea por línea: la pregunta se omite porque QTI no tiene un tipo parecido.',
  'Random questions without usable values are left out.':
    'Las preguntas aleatorias sin valores utilizables se omiten.',
  'Sentences that can’t be built from their words are left out.':
    'Las oraciones que no se pueden formar con sus palabras se omiten.',
  'Questions that only ask for scratch work are left out.':
    'Las preguntas que solo piden trabajo de apoyo se omiten.',
  'Random questions are exported with their first values.':
    'Las preguntas aleatorias se exportan con sus primeros valores.',
  'Hints.': 'Pistas.',
  'Answers that authors wrote to test the grading.': 'Respuestas de prueba escritas por los autores.',
  'Follow-through: credit for what follows from a wrong answer to an earlier part.':
    'Error de arrastre: puntaje por lo que se deduce de una respuesta incorrecta en una parte anterior.',
  'Messages about common mistakes.': 'Mensajes sobre errores frecuentes.',
  'Scratch paper.': 'Papel de borrador.',
  'Tolerances.': 'Tolerancias.',
  'Any constant in an antiderivative: other systems expect the same letter as in the answer.':
    'Cualquier constante de una antiderivada: otros sistemas esperan la letra de la respuesta.',
  'The form an answer must have.': 'La forma que debe tener una respuesta.',
  'Additional letters allowed in an expression.': 'Otras letras permitidas en una expresión.',
  'Other ways to write the same number, expression, interval or name: other systems compare character by character.':
    'Otras formas de escribir el mismo número, expresión, intervalo o nombre: otros sistemas comparan letra por letra.',
  'Tables: the cells are written one after another on one line.':
    'Tablas: las celdas van una tras otra en una línea.',
  'Patterns of accepted answers.': 'Patrones de respuestas aceptadas.',
  'Other units that are accepted.': 'Otras unidades que se aceptan.',
  'Names of areas on pictures where students mark points.':
    'Nombres de las áreas de una imagen en la que se marcan puntos.',
  'It combines places on a picture with other types of answers.':
    'Mezcla lugares en una imagen con otras respuestas.',
  'Its picture or the size of its picture is missing.': 'Falta su imagen o el tamaño de su imagen.',
  'One of its areas isn’t a rectangle, circle or polygon.':
    'Una de sus áreas no es un rectángulo, un círculo ni un polígono.',
  'The picture on which the answer is marked is missing, damaged, or in an unsupported format.':
    'La imagen en la que se marca la respuesta falta, está dañada o tiene un formato no admitido.',
  'Weights of parts.': 'Pesos de las partes.',
  'Tooltips on answer fields.': 'Ayudas en los campos de respuesta.',
  'Right alignment of parts.': 'Alineación de las partes a la derecha.',
  'For sentences: whether punctuation and capital letters count, and any of them that aren’t in the words to arrange.':
    'La puntuación y las mayúsculas de una oración que no son parte de sus palabras, y si cuentan.',
  'Alternative sentences when words are put in order.': 'Oraciones alternativas cuando se ordenan palabras.',
  'Courses, levels, chapters, tests, questions, hints and pictures. Can be imported again, here or on another server.':
    'Cursos, niveles, capítulos, exámenes, preguntas, pistas e imágenes. Se puede importar de nuevo, aquí o en otro servidor.',
  'Questions and their pictures in a format other learning systems can read. Anything QTI doesn’t support is left out.':
    'Preguntas y sus imágenes en un formato que otros sistemas pueden leer. Lo que QTI no admite se omite.',
  'This is too much for one file (at most {files} sections and pictures, 100 MB).':
    'Es demasiado para un archivo ({files} secciones e imágenes como máximo, 100 MB).',
  'This is too much for one package (at most {files} questions and pictures, 25 MB).':
    'Es demasiado para un paquete ({files} preguntas e imágenes como máximo, 25 MB).',
  'Export one course at a time.': 'Exporte un curso a la vez.',
  'Export one level at a time.': 'Exporte un nivel a la vez.',
  'The upload is incomplete. Please upload the file again.':
    'El archivo no se subió completo. Súbalo de nuevo.',
  'This file has already been uploaded.': 'Este archivo ya está subido.',
  'You can upload {filesAnHour} files per hour. Please try again later.':
    'Puede subir {filesAnHour} archivos por hora. Inténtelo más tarde.',
  'The upload doesn’t match the size of the file. Please upload the file again.':
    'Lo que se subió no coincide con el tamaño del archivo. Súbalo de nuevo.',
  'This file isn’t ready to be imported.': 'Este archivo no está listo para importarse.',
  'Another import is running. Please wait until it finishes.':
    'Hay otra importación en curso. Espere a que termine.',
  '{name} is not JSON, or has characters that are not allowed':
    '{name} no es JSON o tiene caracteres que no se permiten',
  '{name} isn’t a picture exported from this product': '{name} no es una imagen hecha por este producto',
  '“{name}” doesn’t belong in the file': '“{name}” no pertenece al archivo',
  '“{name}” was changed after the export': '“{name}” se cambió después de la exportación',
  '{file}: question {num} names a hint that doesn’t exist':
    '{file}: la pregunta {num} nombra una pista que no existe',
  '{file}: question {num} names a picture that doesn’t exist':
    '{file}: la pregunta {num} nombra una imagen que no existe',
  '{file} has two questions with the same number': '{file} tiene dos preguntas con el mismo número',
  'Files can be up to 200 MiB.': 'Los archivos pueden tener hasta 200 MiB.',
  'This file is empty.': 'Este archivo está vacío.',
  'It asks for an answer that isn’t declared.': 'Pide una respuesta que no está declarada.',
  'Answers that earn only part of the credit.': 'Respuestas que dan solo parte del puntaje.',
  'Its choices are pictures.': 'Sus opciones son imágenes.',
  'It doesn’t say which answer is right.': 'No dice qué respuesta es correcta.',
  'Its right answer isn’t among its choices.': 'Su respuesta correcta no está entre las opciones.',
  'It combines a question that has several right choices with other types of answers.':
    'Mezcla una pregunta de varias opciones correctas con otras respuestas.',
  'Automatic grading: no right answer is given, so staff grade the answers.':
    'La calificación automática, porque no se da la respuesta correcta. El personal califica.',
  'The model answer to an essay question. Staff grade the answers.':
    'La respuesta modelo de un texto largo. El personal califica.',
  'It combines an ordering question with other types of answers.':
    'Mezcla ordenar elementos con otras respuestas.',
  'It combines a matching question with other types of answers.': 'Mezcla emparejar con otras respuestas.',
  'It asks students to match pairs, but some items have no partner or more than one.':
    'Pide emparejar, pero algo no tiene pareja o tiene varias.',
  'its {manifest} isn’t a valid manifest': 'su {manifest} no es un manifiesto válido',
  'it has no QTI items': 'no tiene elementos QTI',
  'A MathML formula (only its text is imported).': 'Una fórmula MathML (solo se importa su texto).',
  'A link (only its text is imported).': 'Un enlace (solo se importa su texto).',
  'Audio, video, or content from another file.': 'Audio, video o contenido de otro archivo.',
  'Notes for scorers and tutors.': 'Notas para calificadores y tutores.',
  'It has nothing to answer.': 'No tiene nada que responder.',
  'Custom scoring rules (only the right answers are imported).':
    'Reglas de calificación propias (solo se importan las respuestas correctas).',
  'Its values are filled in by templates.': 'Sus valores los completan plantillas.',
  'It is adaptive, so its answers depend on each other.':
    'Es adaptativa, así que sus respuestas dependen unas de otras.',
  'It has no body.': 'No tiene contenido.',
  'Its answers aren’t valid: {field} {fault}.': 'Sus respuestas no son válidas: {field} {fault}.',
  'All pictures except the first.': 'Todas las imágenes menos la primera.',
  'It isn’t a QTI 2.1 item.': 'No es un elemento QTI 2.1.',
  'A picture that is missing, damaged, or in an unsupported format.':
    'Una imagen que falta, está dañada o tiene un formato no admitido.',
  'It isn’t a valid question: {field} {fault}.': 'No es una pregunta válida: {field} {fault}.',
  'is missing from the package': 'falta en el paquete',
  'is larger than {size} KiB': 'ocupa más de {size} KiB',
  'its items have more than 16 MiB of XML': 'sus elementos tienen más de 16 MiB de XML',
  'Its file {message}.': 'Su archivo {message}.',
  'it has no pictures': 'no tiene imágenes',
  'it has no questions': 'no tiene preguntas',
  'The arrangement of items in a test.': 'El orden de los elementos en un examen.',
  'it is QTI 3, but only QTI 2.1 and 1.2 are supported': 'es QTI 3, pero solo se admiten QTI 2.1 y 1.2',
  'it isn’t a QTI item': 'no es un elemento QTI',
  'it is larger than {size} KiB': 'ocupa más de {size} KiB',
  'It asks students to match pairs. This type isn’t supported.': 'Pide emparejar. Ese tipo no se admite.',
  'It asks students to mark places on a picture. This type isn’t supported.':
    'Pide marcar lugares en una imagen. Ese tipo no se admite.',
  'It asks students to choose but has no choices.': 'Pide elegir, pero no tiene opciones.',
  'A range of accepted numbers.': 'Un intervalo de números aceptados.',
  'has “{whole}”, which isn’t recognized': 'tiene “{whole}”, que no se conoce',
  'isn’t in UTF-8': 'no está en UTF-8',
  'has a DOCTYPE declaration, which isn’t allowed': 'tiene una declaración DOCTYPE, y no se permite',
  'isn’t well-formed XML': 'no es XML bien formado',
  'can’t be read: it is nested more than {depth} levels deep, or has names that aren’t allowed':
    'no se puede leer: tiene más de {depth} niveles o nombres que no se permiten',
  'has HTML that can’t be read': 'tiene HTML que no se puede leer',
}
