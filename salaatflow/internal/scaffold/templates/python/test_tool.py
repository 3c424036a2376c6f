import unittest

from tool import greet


class Greeting(unittest.TestCase):
    def test_somebody_is_greeted_by_name(self):
        self.assertEqual(greet("Bilal"), "Assalamu alaikum, Bilal!")


if __name__ == "__main__":
    unittest.main()
