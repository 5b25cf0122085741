//! How many messages wait, on the icon of the tray and of the program.

use crate::{tray, window};
use tauri::{image::Image, AppHandle};

pub fn show(app: &AppHandle, count: u32) {
    tray::show_count(app, count);
    let Some(window) = window::get(app) else {
        return;
    };
    #[cfg(windows)]
    let _ = window.set_overlay_icon((count > 0).then(|| dot(32)));
    #[cfg(not(windows))]
    let _ = window.set_badge_count((count > 0).then_some(count.into()));
}

/// The icon with a dot in its corner.
pub fn with_dot(icon: &Image<'_>) -> Image<'static> {
    let (width, height) = (icon.width(), icon.height());
    let dot = dot(width / 2);
    let mut pixels = icon.rgba().to_vec();
    for (index, pixel) in dot.rgba().chunks_exact(4).enumerate() {
        if pixel[3] == 0 {
            continue;
        }
        let (x, y) = (
            index as u32 % dot.width() + width - dot.width(),
            index as u32 / dot.width(),
        );
        let place = ((y * width + x) * 4) as usize;
        pixels[place..place + 4].copy_from_slice(pixel);
    }
    Image::new_owned(pixels, width, height)
}

fn dot(size: u32) -> Image<'static> {
    let middle = (size as f32 - 1.0) / 2.0;
    let is_inside = |index: u32| {
        let (x, y) = (
            (index % size) as f32 - middle,
            (index / size) as f32 - middle,
        );
        x * x + y * y <= middle * middle
    };
    let pixels = (0..size * size).flat_map(|index| {
        if is_inside(index) {
            [220, 38, 38, 255]
        } else {
            [0; 4]
        }
    });
    Image::new_owned(pixels.collect(), size, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dot_is_in_one_corner_only() {
        let icon = Image::new_owned(vec![7; 16 * 16 * 4], 16, 16);
        let marked = with_dot(&icon);
        let pixel = |x: usize, y: usize| marked.rgba()[(y * 16 + x) * 4];
        assert_eq!(
            (pixel(12, 4), pixel(2, 4), pixel(12, 13), pixel(15, 0)),
            (220, 7, 7, 7)
        );
    }
}
