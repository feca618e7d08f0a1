// Excel.ShapeCollection and Excel.Shape, for pictures only.
import { ApiError } from '../apiError';
import type { ApiObject, ScalarProperty } from '../apiObject';
import { numberArgument, textArgument } from '../argument';
import type { WorkbookModel } from '../workbookModel';
import { newPicture, type Picture } from '../../parts/picture';

export function shapesApi(model: WorkbookModel, sheetId: string): ApiObject {
  const { parts } = model;
  const own = () => parts.pictures.filter((picture) => picture.sheetId === sheetId);
  const item = (key: unknown) => {
    const wanted = textArgument(key, 'key');
    const found = own().find(({ id, name }) => id === wanted || name === wanted);
    if (!found) throw new ApiError('ItemNotFound', 'The shape does not exist.');
    return shapeApi(model, found);
  };
  return {
    type: 'ShapeCollection',
    properties: {},
    items: () => own().map((picture) => shapeApi(model, picture)),
    item,
    methods: {
      GetItem: item,
      GetCount: () => own().length,
      AddImage: (image) => {
        const name = `Picture ${parts.pictures.length + 1}`;
        const picture = newPicture(sheetId, textArgument(image, 'base64ImageString'), name);
        if (!picture) throw new ApiError('InvalidArgument', 'The simulated Excel takes PNG pictures only.');
        parts.pictures.push(picture);
        parts.changed();
        return shapeApi(model, picture);
      },
    },
  };
}

function shapeApi({ parts }: WorkbookModel, picture: Picture): ApiObject {
  const alive = () => {
    if (!parts.pictures.includes(picture)) throw new ApiError('ItemNotFound', 'The shape does not exist.');
  };
  const property = <Key extends keyof Picture>(
    key: Key,
    change = (value: unknown) => {
      picture[key] = value as Picture[Key];
    },
  ): ScalarProperty => ({
    get: () => picture[key],
    set: (value) => {
      alive();
      change(value);
      parts.changed();
    },
  });
  /** With the ratio locked, one side takes the other with it. */
  const side = (key: 'width' | 'height', other: 'width' | 'height') =>
    property(key, (value) => {
      const length = numberArgument(value, key);
      if (picture.lockAspectRatio) picture[other] *= length / picture[key];
      picture[key] = length;
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
