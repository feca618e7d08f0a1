// Excel.ShapeCollection and Excel.Shape, for pictures only.
import { ApiError } from '../apiError';
import type { ApiObject, ScalarProperty } from '../apiObject';
import { numberArgument, textArgument } from '../argument';
import { collectionApi, fieldOf } from '../collection';
import type { WorkbookModel } from '../workbookModel';
import { newPicture, type Picture } from '../../parts/picture';

export function shapesApi(model: WorkbookModel, sheetId: string): ApiObject {
  const { parts } = model;
  const own = () => parts.pictures.filter((picture) => picture.sheetId === sheetId);
  const api = (picture: Picture) => shapeApi(model, picture);
  return collectionApi({
    type: 'ShapeCollection',
    noun: 'shape',
    all: own,
    find: (key) => own().find(({ id, name }) => id === key || name === key),
    api,
    methods: {
      AddImage: (image) => {
        const name = `Picture ${parts.pictures.length + 1}`;
        const picture = newPicture(sheetId, textArgument(image, 'base64ImageString'), name);
        if (!picture) throw new ApiError('InvalidArgument', 'The simulated Excel takes PNG pictures only.');
        parts.pictures.push(picture);
        parts.changed();
        return api(picture);
      },
    },
  });
}

function shapeApi({ parts }: WorkbookModel, picture: Picture): ApiObject {
  const alive = () => {
    if (!parts.pictures.includes(picture)) throw new ApiError('ItemNotFound', 'The shape does not exist.');
  };
  const property = (key: keyof Picture) =>
    fieldOf(picture, key, () => {
      alive();
      parts.changed();
    });
  /** With the ratio locked, one side takes the other with it. */
  const side = (key: 'width' | 'height', other: 'width' | 'height'): ScalarProperty => ({
    ...property(key),
    set: (value) => {
      const length = numberArgument(value, key);
      if (picture.lockAspectRatio) picture[other] *= length / picture[key];
      property(key).set(length);
    },
  });
  return {
    type: 'Shape',
    identity: () => ({ Id: picture.id }),
    properties: {
      Id: { get: () => picture.id },
      Type: { get: () => 'Image' },
      Name: property('name'),
      AltTextDescription: property('description'),
      Left: property('left'),
      Top: property('top'),
      Width: side('width', 'height'),
      Height: side('height', 'width'),
      LockAspectRatio: property('lockAspectRatio'),
      Placement: property('placement'),
    },
    methods: {
      Delete: () => {
        alive();
        parts.pictures = parts.pictures.filter((other) => other !== picture);
        parts.changed();
      },
    },
  };
}
