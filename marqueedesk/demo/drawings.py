"""Pictures of the demo's items, drawn by code so that the repository needs no photos. JPEG bytes.

They are drawn at double size and scaled down for smooth edges. A name always yields the same pixels: positions that
look random follow the golden angle.
"""

import io
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = 800, 600
_SCALE: Final = 2
_GOLDEN: Final = math.pi * (3 - math.sqrt(5))
Rgb = tuple[int, int, int]


def balloons() -> bytes:
    """Draw a rising garland of balloons in cream, blush and copper."""
    canvas = _wall((246, 238, 230), (224, 206, 192))
    colors: tuple[Rgb, ...] = ((250, 240, 228), (240, 200, 190), (214, 140, 116), (235, 214, 180), (196, 110, 92))
    spots: list[tuple[float, float, float, Rgb]] = []
    for at in range(66):
        along = at / 65
        swing = math.sin(at * _GOLDEN * 3)
        radius = 26 + 42 * abs(math.sin(at * 1.7)) * (0.6 + 0.4 * math.sin(math.pi * along))
        x = 40 + 720 * along + 26 * math.cos(at * _GOLDEN)
        y = 470 - 330 * math.sin(math.pi * along * 0.82) + 62 * swing
        spots.append((x, y, radius, colors[at * 7 % len(colors)]))
    for x, y, radius, color in sorted(spots, key=lambda spot: -spot[2]):
        ball = _ball(round(radius * _SCALE), color)
        canvas.paste(ball, (round(x * _SCALE) - ball.width // 2, round(y * _SCALE) - ball.height // 2), ball)
    return _jpeg(canvas)


def backdrop() -> bytes:
    """Draw an arch of sequins between two stands."""
    # Imported here because Pillow takes 10 MiB, and a server never draws these.
    from PIL import Image, ImageDraw, ImageFilter  # noqa: PLC0415

    canvas = _wall((58, 50, 58), (30, 26, 32))
    arch = Image.new("L", canvas.size)
    left, top, right, foot = 380, 90, 1220, 1120
    shape = ImageDraw.Draw(arch)
    shape.pieslice((left, top, right, top + right - left), 180, 360, fill=255)
    shape.rectangle((left, top + (right - left) // 2, right, foot), fill=255)
    sequins = Image.new("RGB", canvas.size, (126, 92, 44))
    pen = ImageDraw.Draw(sequins)
    for row, y in enumerate(range(top, foot, 17)):
        for column, x in enumerate(range(left - 20, right + 20, 20)):
            fold = 0.5 + 0.5 * math.sin(column * 0.34 + 0.5 * math.sin(row * 0.08))
            spark = ((row * 29 + column * 53 + row * column * 7) % 19) / 18
            tone = 0.5 + 0.34 * fold + 0.28 * spark**3
            color = tuple(min(255, round(part * tone)) for part in (238, 190, 104))
            middle = x + (10 if row % 2 else 0)
            pen.ellipse((middle - 11, y - 11, middle + 11, y + 11), fill=color)
    glow = Image.blend(Image.new("L", canvas.size), arch.filter(ImageFilter.GaussianBlur(60)), 0.33)
    canvas.paste((236, 184, 104), (0, 0), glow)
    canvas.paste(sequins, (0, 0), arch)
    frame = ImageDraw.Draw(canvas)
    frame.arc((left, top, right, top + right - left), 180, 360, fill=(247, 224, 170), width=14)
    for x in (left + 6, right - 6):
        frame.line((x, top + (right - left) // 2, x, foot), fill=(247, 224, 170), width=14)
        frame.rounded_rectangle((x - 60, foot - 8, x + 60, foot + 14), radius=10, fill=(200, 168, 104))
    return _jpeg(canvas)


def heart() -> bytes:
    """Draw a red heart of painted metal with a row of lit bulbs around it."""
    from PIL import Image, ImageChops, ImageDraw, ImageFilter  # noqa: PLC0415 - see above.

    canvas = _wall((62, 34, 44), (24, 16, 24))
    outline = [_heart_at(step * math.tau / 240, 34) for step in range(240)]
    inner = [_heart_at(step * math.tau / 240, 29.5) for step in range(240)]
    pen = ImageDraw.Draw(canvas)
    pen.polygon([(x + 14, y + 18) for x, y in outline], fill=(14, 8, 14))
    pen.polygon(outline, fill=(226, 58, 70))
    pen.polygon(inner, fill=(146, 22, 40))
    light = Image.new("RGB", canvas.size)
    bulbs = ImageDraw.Draw(light)
    spots = _evenly([_heart_at(step * math.tau / 720, 23) for step in range(720)], 34)
    for x, y in spots:
        bulbs.ellipse((x - 20, y - 20, x + 20, y + 20), fill=(255, 206, 128))
    far, near = light.filter(ImageFilter.GaussianBlur(46)), light.filter(ImageFilter.GaussianBlur(14))
    canvas = ImageChops.add(ImageChops.add(canvas, far), near)
    pen = ImageDraw.Draw(canvas)
    for x, y in spots:
        pen.ellipse((x - 15, y - 15, x + 15, y + 15), fill=(255, 226, 166))
        pen.ellipse((x - 9, y - 9, x + 9, y + 9), fill=(255, 250, 232))
    return _jpeg(canvas)


def _heart_at(angle: float, size: float) -> tuple[float, float]:
    """Return a point on the standard heart curve, in pixels."""
    x = 16 * math.sin(angle) ** 3
    y = 13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle) - math.cos(4 * angle)
    return WIDTH * _SCALE / 2 + x * size * 0.92, HEIGHT * _SCALE / 2 - 40 - y * size * 0.92


def _evenly(curve: list[tuple[float, float]], count: int) -> list[tuple[float, float]]:
    """Return evenly spaced points on a closed curve."""
    steps = [math.dist(point, curve[(at + 1) % len(curve)]) for at, point in enumerate(curve)]
    every, walked, points = sum(steps) / count, 0.0, list[tuple[float, float]]()
    for point, step in zip(curve, steps, strict=True):
        if walked >= every * len(points) and len(points) < count:
            points.append(point)
        walked += step
    return points


def _wall(top: Rgb, foot: Rgb) -> "Image":
    """Draw a wall that darkens downwards, above a floor."""
    from PIL import Image  # noqa: PLC0415 - see above.

    shade = _sized(Image.linear_gradient("L"), WIDTH * _SCALE, HEIGHT * _SCALE)
    wall = Image.composite(Image.new("RGB", shade.size, foot), Image.new("RGB", shade.size, top), shade)
    edge = round(HEIGHT * _SCALE * 0.9)
    floor: Rgb = (round(foot[0] * 0.82), round(foot[1] * 0.8), round(foot[2] * 0.78))
    wall.paste(floor, (0, edge, WIDTH * _SCALE, HEIGHT * _SCALE))
    return wall


def _ball(radius: int, color: Rgb) -> "Image":
    """Draw a round balloon, lit from the upper left."""
    from PIL import Image, ImageDraw, ImageFilter  # noqa: PLC0415 - see above.

    side = radius * 2
    dark: Rgb = (round(color[0] * 0.62), round(color[1] * 0.58), round(color[2] * 0.58))
    shade = _sized(Image.radial_gradient("L"), side * 2, side * 2)
    shade = shade.crop((round(side * 0.7), round(side * 0.7), round(side * 1.7), round(side * 1.7)))
    ball = Image.composite(Image.new("RGB", (side, side), dark), Image.new("RGB", (side, side), color), shade)
    shine = Image.new("L", (side, side))
    ImageDraw.Draw(shine).ellipse((side * 0.24, side * 0.16, side * 0.42, side * 0.32), fill=190)
    ball.paste((255, 255, 255), (0, 0), shine.filter(ImageFilter.GaussianBlur(max(1, side // 28))))
    mask = Image.new("L", (side, side))
    ImageDraw.Draw(mask).ellipse((0, 0, side - 1, side - 1), fill=255)
    ball.putalpha(mask)
    return ball


def _sized(picture: "Image", width: int, height: int) -> "Image":
    return picture.resize((width, height))  # pyright: ignore[reportUnknownMemberType] - it also takes arrays.


def _jpeg(picture: "Image") -> bytes:
    picture.thumbnail((WIDTH, HEIGHT))
    into = io.BytesIO()
    picture.save(into, "JPEG", quality=92)
    return into.getvalue()


DRAWINGS: Final[dict[str, Callable[[], bytes]]] = {"balloons": balloons, "backdrop": backdrop, "heart": heart}
